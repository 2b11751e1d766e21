import { spawnSync } from 'node:child_process';
import { findProgram as find } from '../find-program.ts';

export interface Programs {
  source: string;
  sink: string;
  /** Undefined unless root runs the benchmark: Postfix requires root. */
  postfix: string | undefined;
}

/**
 * Finds the load generator, the sink and the peer, all in Debian's package postfix. Throws if one is missing. `install`
 * installs the package without starting its service or changing an existing configuration.
 */
export function findPrograms(install: boolean): Programs {
  const isRoot = process.getuid?.() === 0;
  if (install && !(find('smtp-source') && find('smtp-sink') && find('postfix'))) {
    if (!isRoot) throw new Error('--install-peers needs root: apt-get installs postfix');
    // invoke-rc.d starts no service in runlevel 1.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const act of ['update', 'install -y --no-install-recommends postfix']) {
      const { status, stderr } = spawnSync(`apt-get ${act}`, { env, encoding: 'utf8', shell: true });
      if (status !== 0) throw new Error(`apt-get ${act} failed:\n${stderr}`);
    }
  }
  const [source, sink, postfix] = [find('smtp-source'), find('smtp-sink'), find('postfix')];
  if (!source || !sink) {
    throw new Error(
      "smtp-source and smtp-sink, which this benchmark needs, are not installed. They are part of Debian's package " +
        'postfix: run it as root with --install-peers, or: apt-get install --no-install-recommends postfix',
    );
  }
  return { source, sink, postfix: isRoot ? postfix : undefined };
}
