import { type FakeDns, startDns } from '../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { mailNames } from '../drills/site.ts';
import { docker } from './engine.ts';

/** The networks of Docker, from which the load comes. */
const DOCKER_NETWORKS = 'ip4:172.16.0.0/12 ip4:192.168.0.0/16 ip4:10.0.0.0/8';

/** The containers' view of the internet: a network with a resolver, and a relay that receives all outgoing mail. */
export class Outside {
  readonly network: string;
  dns!: FakeDns;
  relay!: Inbox;
  /** The address of this machine in the network. */
  gateway = '';

  constructor(network: string) {
    this.network = network;
  }

  async open(inboxes: string[]): Promise<void> {
    await docker(['network', 'create', this.network]);
    this.gateway = await docker([
      'network',
      'inspect',
      this.network,
      '--format',
      '{{range .IPAM.Config}}{{.Gateway}}{{end}}',
    ]);
    // Docker may name the address with the length of its prefix.
    this.gateway = this.gateway.replace(/\/.*/, '');
    this.dns = await startDns(mailNames(DOCKER_NETWORKS, this.gateway, inboxes), this.gateway);
    this.relay = await startInbox(0, this.gateway);
  }

  async close(): Promise<void> {
    await this.relay?.close();
    await this.dns?.close();
    await docker(['network', 'rm', this.network]).catch(() => {});
  }
}
