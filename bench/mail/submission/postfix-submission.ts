import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PostfixMail } from '../start-postfix.ts';

/** Programs and files that the submission service of Postfix needs. */
export interface SubmissionPeer {
  /** The program saslpasswd2, which writes the passwords. */
  saslpasswd: string;
  /** User names with their domain. */
  users: { address: string; password: string }[];
  tls: { cert: string; key: string };
  /** The address of OpenDKIM, which signs. */
  milter: string;
}

/**
 * Returns the settings that make Postfix a submission service with implicit TLS: AUTH PLAIN against Cyrus SASL's own
 * database, relaying only for authenticated clients, and DKIM signatures by a milter.
 */
export function submissionSettings(folder: string, peer: SubmissionPeer): Pick<PostfixMail, 'settings' | 'smtpd'> {
  // Debian's Postfix reads this folder of its configuration regardless of cyrus_sasl_config_path.
  const sasl = path.join(folder, 'config/sasl');
  mkdirSync(sasl, { recursive: true });
  const database = path.join(sasl, 'sasldb2');
  for (const { address, password } of peer.users) {
    const [user = '', realm = ''] = address.split('@');
    const args = ['-p', '-c', '-f', database, '-u', realm, user];
    const { status, stderr } = spawnSync(peer.saslpasswd, args, { input: password, encoding: 'utf8' });
    if (status !== 0) throw new Error(`saslpasswd2 failed: ${stderr}`);
  }
  if (spawnSync('chown', ['-R', 'postfix', sasl]).status !== 0) throw new Error('the user postfix does not exist');
  writeFileSync(
    path.join(sasl, 'smtpd.conf'),
    `pwcheck_method: auxprop\nauxprop_plugin: sasldb\nmech_list: PLAIN\nsasldb_path: ${database}\n`,
  );
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(cert, peer.tls.cert);
  writeFileSync(key, peer.tls.key, { mode: 0o600 });
  const settings = `smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${cert}
smtpd_tls_key_file = ${key}
smtpd_sasl_auth_enable = yes
smtpd_sasl_path = smtpd
mynetworks =
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_milters = ${peer.milter}
milter_default_action = tempfail
smtp_destination_concurrency_limit = 100
`;
  return { settings, smtpd: ['-o', 'smtpd_tls_wrappermode=yes'] };
}
