import { describe, expect, it } from 'vitest';
import { isHostName } from './host-names.ts';
import { isReserved } from './reserved-handles.ts';
import { suggestionCandidates } from './suggestions/candidates.ts';

const HOSTS = [
  'xn--bcher-kva xn--anything ab--c 12--34 a---b anna.xn--p anna.xy--of-the-hills mx mx1 mx2 mx-10 ns ns1 ns01 dns2',
  'smtp smtp1 smtp-out mail-relay-2 mail2 imap imap4 pop pop3 webmail www www1 ftp cdn cdn7 static img media api',
  'caldav carddav matrix xmpp openpgpkey autoconfig autodiscover mta-sts dmarc dkim domainkey acme-challenge status',
  'sso vpn git db1 localhost wpad oauth2',
].flatMap((line) => line.split(' '));
const NAMES = [
  'anna max max1 mxyzptlk ann--lee the--band a-b--c gitta matrixfan mailbox-of-ann webster media-monika my-vpn nina',
  'ns-anna static-noise api-lover-ann smtp-outlaw ws-ins www-anna mx1a 1mx',
].flatMap((line) => line.split(' '));

describe('isHostName', () => {
  it.each(HOSTS)('reserves %s', (handle) => {
    expect(isReserved(handle)).toBe(true);
  });

  it.each(NAMES)('leaves %s to people', (handle) => {
    expect([isHostName(handle), isReserved(handle)]).toEqual([false, false]);
  });

  it('never suggests a host name, whatever handle was wanted', () => {
    const suggested = [...HOSTS, ...NAMES, 'mx-', 'xn', 'ab-'].flatMap(suggestionCandidates);
    expect(suggested.length).toBeGreaterThan(100);
    expect(suggested.filter(({ handle }) => isHostName(handle))).toEqual([]);
  });
});
