import './landing.css';
import { ArrowRight, AtSign, Forward, Inbox, ShieldCheck } from 'lucide-react';
import { useSite } from '../api/site.ts';
import { Card } from '../ui/card.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { ClaimLink } from './claim-link.tsx';
import { Footer } from './footer.tsx';
import { CHECKS, FACTS, QUESTIONS, RETENTION } from './forwarding-text.ts';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';

/** `/email-forwarding`: explains how mail to a handle is forwarded. */
export function EmailForwardingPage() {
  const site = useSite();
  const { mailDomain } = site;
  const steps = [
    {
      icon: AtSign,
      title: 'Someone writes to your handle',
      text: `To you@${mailDomain}, or to you+shop@${mailDomain} if you want to know later where they got the address.`,
    },
    {
      icon: ShieldCheck,
      title: 'We check who is writing',
      text: 'SPF, DKIM and DMARC tell a real sender from a forged one. Mail that is clearly forged is refused.',
    },
    {
      icon: Forward,
      title: 'We pass it on',
      text: 'The message stays as it was sent, so its signatures still verify and it stays out of your spam folder.',
    },
    {
      icon: Inbox,
      title: 'It is in your inbox',
      text: 'While your provider cannot be reached, we keep mail from verified senders and try again for days; we ask the servers of other senders to do the same. Nothing is dropped silently.',
    },
  ];
  return (
    <>
      <section className="landing-sky relative isolate -mt-16 pt-16 text-center">
        <div className="page-width pt-14 pb-20 sm:pt-20">
          <h1 className="text-5xl font-extrabold tracking-tight text-balance sm:text-6xl">Email Forwarding</h1>
          <p className="mx-auto mt-5 max-w-[38rem] text-lg text-balance text-soft">
            An address with your name that needs no mailbox of its own: what people send to{' '}
            <span className="font-semibold [overflow-wrap:anywhere] text-text">you@{mailDomain}</span> arrives where you
            already read your mail.
          </p>
          <p className="mt-8">
            <ClaimLink className={buttonStyle('brand', 'large')}>
              Start Forwarding <ArrowRight aria-hidden />
            </ClaimLink>
          </p>
        </div>
      </section>
      <Section id="way" title="How an email is forwarded" className="border-y border-border bg-surface">
        <ol className="mx-auto grid max-w-[40rem]">
          {steps.map(({ icon: Icon, title, text }) => (
            <li key={title} className="landing-station relative flex gap-5 pb-10 last:pb-0">
              <span className="neon-edge relative grid size-12 shrink-0 place-items-center rounded-full text-cyan">
                <Icon className="size-5" aria-hidden />
              </span>
              <div className="pt-1.5">
                <h3 className="text-xl font-semibold">{title}</h3>
                <p className="mt-1.5 [overflow-wrap:anywhere] text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="good-to-know" title="Good to know">
        <ul className="grid gap-4 md:grid-cols-2 lg:gap-6">
          {FACTS.map(({ title, text }) => (
            <li key={title} className="flex">
              <Card className="w-full">
                <h3 className="text-lg font-semibold">{title}</h3>
                <p className="mt-1.5 text-soft">{typeof text === 'string' ? text : text(site)}</p>
              </Card>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        id="kept"
        title="What we keep, and for how long"
        lead="As little as forwarding needs."
        className="border-y border-border bg-surface"
      >
        <dl className="mx-auto grid max-w-[44rem] divide-y divide-border">
          {RETENTION.map(({ what, text, long }) => (
            <div key={what} className="grid gap-x-6 gap-y-1 py-5 sm:grid-cols-[minmax(0,1fr)_auto]">
              <dt className="font-semibold">{what}</dt>
              <dd className="font-semibold text-accent sm:row-span-2 sm:self-center sm:text-right">{long}</dd>
              <dd className="text-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section
        id="checks"
        title="Four checks, in plain words"
        lead="How providers tell a real message from a forged one, and what we do so that yours stays real."
      >
        <dl className="grid gap-4 md:grid-cols-2 lg:gap-6">
          {CHECKS.map(({ name, text }) => (
            <div key={name} className="rounded-card border border-border bg-surface p-5 shadow-soft sm:p-6">
              <dt className="text-lg font-bold tracking-wide text-accent">{name}</dt>
              <dd className="mt-1.5 text-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="faq" title="Questions, answered" className="border-t border-border bg-surface">
        <Questions questions={QUESTIONS} />
        <p className="mt-12 text-center">
          <ClaimLink className={buttonStyle('primary', 'large')}>
            Claim Your Handle <ArrowRight aria-hidden />
          </ClaimLink>
        </p>
      </Section>
      <Footer />
    </>
  );
}
