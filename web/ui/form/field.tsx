import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What the control inside a field must wear to be tied to its label and its words. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Stands in place of the help and is read out. */
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, control, and beneath it the help or the error. */
export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const wordsId = `${id}-words`;
  const hasWords = Boolean(help || error);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasWords ? wordsId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div id={wordsId} aria-live="polite" className="text-sm">
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
