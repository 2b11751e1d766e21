import { expect, it } from 'vitest';
import type { AuthenticationResult, AuthenticationVerdicts } from '../message/authentication-result.ts';
import { applyDmarcPolicy } from './dmarc-policy.ts';

type Dmarc = AuthenticationVerdicts['dmarc'];

/** A message that fails DMARC, whose author asks for rejection. */
function message(
  dmarc: Partial<Dmarc>,
  { arc = false, ...changes }: Partial<AuthenticationResult> & { arc?: boolean } = {},
): AuthenticationResult {
  return {
    author: { value: '', name: '', addresses: ['a@author.test'] },
    verdicts: {
      dmarc: { result: 'fail', policy: 'reject', domain: 'author.test', ...dmarc },
      arc: { result: arc ? 'pass' : 'none', sealer: 'sealer.test', trusted: arc },
    },
    hasDnsError: false,
    aligned: false,
    list: 'list.test',
    ...changes,
  } as AuthenticationResult;
}

const twoAuthors = { author: { value: '', name: '', addresses: ['a@author.test', 'b@other.test'] } };
const delivered = { kind: 'deliver', note: '', mark: '', excused: false, list: '' };
const deferred = { kind: 'refuse', code: 451, enhanced: '4.4.3' };
const refused = { kind: 'refuse', code: 550, enhanced: '5.7.1' };
const suspicious = { kind: 'deliver', mark: 'author.test asks for quarantine', excused: false, list: 'list.test' };
const excused = { kind: 'deliver', mark: 'excused by the ARC chain of sealer.test', excused: true, list: '' };

it.each<[string, AuthenticationResult, object]>([
  ['delivers mail that passes', message({ result: 'pass' }), delivered],
  ['delivers mail of a domain without a record', message({ result: 'none', policy: '' }), delivered],
  ['refuses forged mail of a domain with p=reject', message({}), { ...refused, list: 'list.test' }],
  ['marks forged mail of a domain with p=quarantine', message({ policy: 'quarantine' }), suspicious],
  ['delivers forged mail of a domain with p=none', message({ policy: 'none' }), delivered],
  ['delivers forged mail of a domain without a policy', message({ policy: '' }), delivered],
  ['applies quarantine while p=reject is on trial', message({ isTrial: true }), suspicious],
  ['applies nothing while p=quarantine is on trial', message({ policy: 'quarantine', isTrial: true }), delivered],
  ['applies nothing while p=none is on trial', message({ policy: 'none', isTrial: true }), delivered],
  ['excuses forged mail for which a trusted ARC chain vouches', message({}, { arc: true }), excused],
  [
    'excuses suspicious mail for which a trusted ARC chain vouches',
    message({ policy: 'quarantine' }, { arc: true }),
    excused,
  ],
  ['defers a rejection after a DNS failure', message({}, { hasDnsError: true }), { ...deferred, list: 'list.test' }],
  [
    'marks suspicious mail in spite of a DNS failure',
    message({ policy: 'quarantine' }, { hasDnsError: true }),
    suspicious,
  ],
  ['defers mail whose record could not be looked up', message({ result: 'temperror' }), { ...deferred, list: '' }],
  [
    'delivers aligned mail whose record could not be looked up',
    message({ result: 'temperror' }, { aligned: true }),
    delivered,
  ],
  [
    'delivers mail with a trusted ARC chain if the record could not be looked up',
    message({ result: 'temperror' }, { arc: true }),
    delivered,
  ],
  ['refuses authors of two domains', message({ result: 'permerror' }, twoAuthors), { ...refused, list: '' }],
  [
    'defers authors of two domains after a DNS failure',
    message({ result: 'permerror' }, { ...twoAuthors, hasDnsError: true }),
    { ...deferred, list: '' },
  ],
  [
    'delivers mail whose authors of two domains are all aligned',
    message({ result: 'permerror' }, { ...twoAuthors, aligned: true }),
    delivered,
  ],
  [
    'delivers mail with an invalid record and two authors of one domain in any case',
    message(
      { result: 'permerror' },
      { author: { value: '', name: '', addresses: ['a@author.test', 'b@Author.TEST'] } },
    ),
    delivered,
  ],
  ['does not count authors of two domains if the record is valid', message({ result: 'pass' }, twoAuthors), delivered],
])('%s', (_what, authenticated, decision) => {
  expect(applyDmarcPolicy(authenticated)).toMatchObject(decision);
});

it('names the domain or the sealer in notes and replies', () => {
  const noteOf = (changed: AuthenticationResult) => {
    const decision = applyDmarcPolicy(changed);
    return decision.kind === 'deliver' ? decision.note : decision.text;
  };
  expect(noteOf(message({}))).toContain('author.test');
  expect(noteOf(message({ policy: 'quarantine' }))).toContain('author.test');
  expect(noteOf(message({}, { arc: true }))).toContain('sealer.test');
});
