import { open } from 'node:fs/promises';
import { domainToASCII } from 'node:url';

/** Larger files are not read; a list of a million domains has about 20 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Maximum number of characters read from a line, including comments and spaces. */
const MAX_LINE = 1000;
const DOMAIN = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,126}$/;

/** The state of a file, which reveals a change. */
interface Version {
  mtimeMs: number;
  size: number;
  ino: number;
}

/**
 * A list of domains from a file, one per line. A # begins a comment, and each domain includes its subdomains. Lines
 * without a valid domain are counted and skipped.
 */
export class DomainList {
  readonly #file: string | undefined;
  #domains: ReadonlySet<string> = new Set();
  #version: Version | undefined;
  #invalidLines = 0;

  /** Call `refresh` to read the file. A list without a file is empty. */
  constructor(file: string | undefined) {
    this.#file = file;
  }

  get size(): number {
    return this.#domains.size;
  }

  get invalidLines(): number {
    return this.#invalidLines;
  }

  /** Returns whether an address leads to a domain of the list. For a mail address, its domain is compared. */
  has(address: string): boolean {
    if (this.#domains.size === 0 || !URL.canParse(address)) return false;
    return hostsOf(new URL(address)).some((host) => this.#hasHost(host));
  }

  #hasHost(host: string): boolean {
    for (let from = 0; ; ) {
      if (this.#domains.has(host.slice(from))) return true;
      const dot = host.indexOf('.', from);
      if (dot < 0) return false;
      from = dot + 1;
    }
  }

  /**
   * Reads the file if it has changed. Returns whether it was read. If it cannot be read or is too large, throws and
   * keeps the earlier domains.
   */
  async refresh(): Promise<boolean> {
    if (this.#file === undefined) return false;
    await using file = await open(this.#file, 'r');
    const { mtimeMs, size, ino } = await file.stat();
    const before = this.#version;
    if (before?.mtimeMs === mtimeMs && before.size === size && before.ino === ino) return false;
    if (size > MAX_BYTES) throw new Error(`${this.#file} has more than ${MAX_BYTES / 1024 / 1024} MB`);
    const text = await file.readFile('utf8');
    const { domains, invalidLines } = parseDomains(text);
    this.#domains = domains;
    this.#invalidLines = invalidLines;
    this.#version = { mtimeMs, size, ino };
    return true;
  }
}

/** Parses the text of a list. */
function parseDomains(text: string): { domains: Set<string>; invalidLines: number } {
  const domains = new Set<string>();
  let invalidLines = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text
      .slice(start, Math.min(end, start + MAX_LINE))
      .replace(/#.*$/s, '')
      .trim();
    const domain = line === '' ? undefined : domainIn(line);
    if (domain !== undefined) domains.add(domain);
    else if (line !== '') invalidLines += 1;
    start = end + 1;
  }
  return { domains, invalidLines };
}

/** Returns a domain in the form used in addresses: lower case, IDNA, without a final dot. */
function domainIn(line: string): string | undefined {
  const domain = domainToASCII(line.replace(/^(?:\*?\.)/, '').replace(/\.$/, ''));
  return DOMAIN.test(domain) ? domain : undefined;
}

function hostsOf({ protocol, hostname, pathname, searchParams }: URL): string[] {
  if (protocol !== 'mailto:') return [hostname.replace(/\.$/, '')];
  return [pathname, ...searchParams.values()]
    .flatMap((part) => decoded(part).split(/[,;\s]/))
    .map((address) =>
      domainToASCII(
        address
          .slice(address.lastIndexOf('@') + 1)
          .replace(/>$/, '')
          .replace(/\.$/, ''),
      ),
    );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
