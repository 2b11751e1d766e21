import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** Attributes that tie a control to its label and to its help or error text. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Replaces the help text and is announced to screen readers. */
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A label, a control, and below it the help or error text. */
export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = Boolean(help || error);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasMessage ? messageId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div id={messageId} aria-live="polite" className="text-sm">
        {error ? (
          <p className="flex items-start gap-1.5 text-danger">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {error}
          </p>
        ) : (
          help && <p className="text-soft">{help}</p>
        )}
      </div>
    </div>
  );
}
