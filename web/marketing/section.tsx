import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface SectionProps {
  id: string;
  title: string;
  /** A sentence under the title. */
  lead?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page with a centred title and an optional lead. */
export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classNames('py-16 lg:py-24', className)}>
      <div className="page-width">
        <SectionHead id={id} title={title} lead={lead} />
        {children}
      </div>
    </section>
  );
}

/** The title of a section with its optional lead. */
export function SectionHead({ id, title, lead }: Pick<SectionProps, 'id' | 'title' | 'lead'>) {
  return (
    <div className="mx-auto mb-10 max-w-[40rem] text-center lg:mb-14">
      <h2 id={`${id}-title`} className="text-3xl font-bold wrap-break-word lg:text-5xl">
        {title}
      </h2>
      {lead && <p className="mt-4 text-lg text-balance text-soft">{lead}</p>}
    </div>
  );
}
