import type { FieldErrors } from '../../../shared/editor-store.ts';
import type { Draftable } from '../draftable.ts';

/** The props of the fields of one type of block. */
export interface FieldsProps<Type extends Draftable['type']> {
  value: Extract<Draftable, { type: Type }>;
  /** Messages by field. */
  errors: FieldErrors;
  busy: boolean;
  onChange: (changes: object) => void;
}
