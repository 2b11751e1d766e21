import { type ReactNode, useId } from 'react';

interface PolicyPartProps {
  title: string;
  description: ReactNode;
  /** A control beside the title, such as a switch. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** One rule in the section of mail rules. */
export function PolicyPart({ title, description, aside, children }: PolicyPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 border-b border-border p-4 last:border-0 sm:p-6">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <div className="mt-0.5 max-w-[60ch] text-sm text-pretty text-soft">{description}</div>
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
