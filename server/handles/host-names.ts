/** Subdomains that mail clients, browsers and operating systems look up by themselves and then trust. */
export const DISCOVERED_HOSTS = (
  'acme-challenge autoconfig autodiscover autodiscover-s bimi broadcasthost dmarc domainconnect domainkey isatap localdomain ' +
  'localhost mta-sts nostr openpgpkey wpad'
).split(' ');

/** Names that operators give to their servers, with or without a number. Ordinary words, such as `blog` or `time`, are left out. */
const SERVERS =
  // DNS, and mail in every direction.
  'dns mx ns ptr soa srv txt dkim spf email imap imaps jmap lists mail mailgw mailhost mailserver mda msa mta owa pop pop3 pops ' +
  'relay roundcube rspamd sieve smtp smtps spam submission webmail ' +
  // Web, files and copies of both.
  'api apis assets cache cdn edge ftp ftps gateway graphql img images lb loadbalancer media mirror origin proxy rsync s3 sftp ' +
  'static uploads web webdisk www www-data wwww ' +
  // Contacts, calendars, messages and calls.
  'caldav calendar carddav dav irc jabber ldap ldaps matrix mattermost mqtt sip stun turn voip webdav webrtc wkd ws wss xmpp ' +
  // Sign-in, keys and certificates.
  'acme ca crl dc idp kdc kerberos keyserver oauth oauth2 ocsp oidc openid pki radius saml scim sso ssl tls webfinger ' +
  // Operation and development.
  'backup bastion cicd cluster cpanel db dbs dhcp docker firewall fw git gitea gitlab grafana host intranet jenkins k8s kubernetes ' +
  'localnet metrics monitor monitoring mongo mssql mysql nas node ntp pgsql plesk postgres prod prometheus redis registry router ' +
  'server sftpd smb snmp sql ssh staging status svn syslog telnet vpn vps whm wireguard';

const NAMES = new Set([...DISCOVERED_HOSTS, ...SERVERS.split(' ')]);

/** Labels that IDNA defines (`xn--`) or reserves (RFC 5890 2.3.1). */
const IDNA = /(?:^|\.)[^.]{2}--/;
/** The function of a server: smtp-out, mail-relay-01. */
const PART = /-(?:in|out|relay|backup)$/;

/** Returns whether a handle equals the name of a host that may one day exist below the domain. */
export function isHostName(handle: string): boolean {
  return IDNA.test(handle) || NAMES.has(handle) || NAMES.has(withoutNumber(handle).replace(PART, ''));
}

/** Returns a name without its number: mx1, ns-2. */
function withoutNumber(name: string): string {
  const digit = /\d/;
  let end = name.length;
  while (digit.test(name.charAt(end - 1))) end--;
  return name.slice(0, name.charAt(end - 1) === '-' ? end - 1 : end);
}
