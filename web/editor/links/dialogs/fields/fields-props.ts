import type { FieldErrors } from '../../../shared/editor-store.ts';
import type { Draftable } from '../draftable.ts';

/** What the fields of one type of block get. */
export interface FieldsProps<Type extends Draftable['type']> {
  value: Extract<Draftable, { type: Type }>;
  /** Messages by field. */
  errors: FieldErrors;
  busy: boolean;
  onChange: (changes: object) => void;
}
