import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * A patch replaces an export of a module while the module is loaded. Only the harness loads this file, by `--import` before
 * server/main.ts. If a module no longer has the export, linking fails and the process exits with an error. Each patch
 * writes a line to stdout once it is applied.
 */
interface Patch {
  file: string;
  export: string;
  /** The new value, as source; `original` is what it replaces. */
  source: string;
}

const PATCHES: Record<string, Patch> = {
  /** Sends mail to the destination's own servers to loopback, on a port that needs no root. This is not a fault. */
  'local mx': {
    file: 'mail/smtp-out/mx.ts',
    export: 'createMx',
    source: '(options) => original({ ...options, port: Number(process.env.FAULTS_MX_PORT), allowLocal: true })',
  },
  '250 before COMMIT': {
    file: 'server/mail/queue/store.ts',
    export: 'createQueueStore',
    source: `(...parts) => changed(original(...parts), (store) => ({
      async enqueue(items) {
        store.enqueue(items).catch(() => {});
        return items.flatMap(({ recipients }) => recipients.map(() => ''));
      },
    }))`,
  },
  'marked before sent': {
    file: 'server/mail/queue/store.ts',
    export: 'createQueueStore',
    source: `(...parts) => changed(original(...parts), (store) => ({
      async claim(...args) {
        const claims = await store.claim(...args);
        return Promise.all(claims.map(async (claim) => {
          const bytes = Buffer.concat(await claim.body.open().toArray());
          await store.settle(claim.id, claim.lease, { kind: 'delivered', text: 'marked too early' });
          const open = () => process.getBuiltinModule('node:stream').Readable.from([bytes]);
          return { ...claim, body: { ...claim.body, open } };
        }));
      },
    }))`,
  },
  'needless bounce': {
    file: 'mail/options.ts',
    export: 'withDefaults',
    source: '(options) => ({ ...original(options), queueSeconds: 0 })',
  },
  'no answer counted as delivered': {
    file: 'mail/smtp-out/pool/send-to-host.ts',
    export: 'sendToHost',
    source: `async (pool, endpoint, message, watch) => {
      let dotted = false;
      const onDot = () => {
        dotted = true;
        watch.onDot();
      };
      const sent = await original(pool, endpoint, message, { signal: watch.signal, onDot });
      const { kind, code } = sent.result;
      if (!dotted || kind !== 'deferred' || code !== 0) return sent;
      const result = { kind: 'delivered', code: 250, text: 'assumed', final: true, host: endpoint.host };
      return { result, tryNextHost: false };
    }`,
  },
  'token used twice': {
    file: 'server/magic-links/store.ts',
    export: 'spendLink',
    source: `async (db, id, now) => {
      const row = await db.selectFrom('mailed_links').select('used_at').where('id', '=', id).executeTakeFirst();
      await original(db, id, now);
      return row?.used_at === null;
    }`,
  },
};

const CHANGED = `const changed = (store, change) => {
  const own = change(store);
  return new Proxy(store, {
    get: (target, name) => own[name] ?? (typeof target[name] === 'function' ? target[name].bind(target) : target[name]),
  });
};`;

const root = new URL('../../../', import.meta.url);
const wanted = (process.env.FAULTS_PATCHES ?? '').split(',').filter((name) => name !== '');
const byUrl = new Map(
  wanted.map((name) => {
    const patch = PATCHES[name];
    if (!patch) throw new Error(`Unknown patch: ${name}`);
    return [new URL(patch.file, root).href, { name, ...patch }];
  }),
);

registerHooks({
  load(url, context, nextLoad) {
    const patch = byUrl.get(url);
    if (!patch) return nextLoad(url, context);
    const self = JSON.stringify(`${url}?original`);
    const source = [
      `import { ${patch.export} as original } from ${self};`,
      `export * from ${self};`,
      CHANGED,
      `export const ${patch.export} = ${patch.source};`,
      `console.log(${JSON.stringify(`faults: ${patch.name} is in place`)});`,
    ].join('\n');
    return { format: 'module', source, shortCircuit: true };
  },
});

if (process.env.FAULTS_CLOCK) moveClock(process.env.FAULTS_CLOCK);

/** Moves the clock of this process by the milliseconds in a file. Monotonic clocks are unchanged. */
function moveClock(file: string): void {
  const RealDate = Date;
  const realNow = Date.now.bind(Date);
  let ahead = 0;
  const look = () => {
    ahead = Number(readFileSync(file, 'utf8')) || 0;
  };
  look();
  setInterval(look, 50).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [realNow() + ahead] : args, self),
    apply: () => new RealDate(realNow() + ahead).toString(),
    get: (target, name, self) => (name === 'now' ? () => realNow() + ahead : Reflect.get(target, name, self)),
  });
}
