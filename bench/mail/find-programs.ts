import { spawnSync } from 'node:child_process';
import { findProgram as find } from '../find-program.ts';

export interface Programs {
  source: string;
  sink: string;
  /** Undefined unless root runs the benchmark: Postfix requires root. */
  postfix: string | undefined;
  /** The programs that run with Postfix; undefined if one of them is missing. */
  companions: { opendkim: string; postsrsd: string; saslpasswd: string } | undefined;
}

const PACKAGES = 'postfix opendkim postsrsd sasl2-bin libsasl2-modules';

/**
 * Finds the load generator, the sink and the peers, all of which are in Debian packages. Throws if smtp-source,
 * smtp-sink or, for root, Postfix is missing. `install` installs the packages without starting a service or changing an
 * existing configuration.
 */
export function findPrograms(install: boolean): Programs {
  const isRoot = process.getuid?.() === 0;
  const names = ['smtp-source', 'smtp-sink', 'postfix', 'opendkim', 'postsrsd', 'saslpasswd2'];
  if (install && !names.every(find)) {
    if (!isRoot) throw new Error(`--install-peers needs root: apt-get installs ${PACKAGES}`);
    // invoke-rc.d starts no service in runlevel 1.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const act of ['update', `install -y --no-install-recommends ${PACKAGES}`]) {
      const { status, stderr } = spawnSync(`apt-get ${act}`, { env, encoding: 'utf8', shell: true });
      if (status !== 0) throw new Error(`apt-get ${act} failed:\n${stderr}`);
    }
  }
  const [source, sink, postfix, opendkim, postsrsd, saslpasswd] = names.map(find);
  if (!source || !sink) {
    throw new Error(
      "smtp-source and smtp-sink, which this benchmark needs, are not installed. They are part of Debian's package " +
        `postfix: run it as root with --install-peers, or: apt-get install --no-install-recommends ${PACKAGES}`,
    );
  }
  return {
    source,
    sink,
    postfix: isRoot ? postfix : undefined,
    companions: opendkim && postsrsd && saslpasswd ? { opendkim, postsrsd, saslpasswd } : undefined,
  };
}
