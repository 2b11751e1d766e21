import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UPLOAD_MAX_BYTES } from '../../contract/pictures.ts';
import { noise } from '../support/pictures/picture-bytes.ts';
import { type App, startApp } from '../support/server/app-process.ts';

// The measured peak is about 280 MB. Decoding the files in parallel takes more than 800 MB.
const LIMIT = 450 * 1024 * 1024;

let app: App;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => app?.stop());

function status(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

/** Returns the processes that decode pictures for the app. */
function pictureProcesses(): number[] {
  const children = readFileSync(`/proc/${app.pid}/task/${app.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).filter((pid) => {
    try {
      return /picture-process/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      return false;
    }
  });
}

/** Returns the private memory of a process, without shared program files. */
function held(pid: number): number {
  try {
    return status(pid, 'RssAnon');
  } catch {
    return 0;
  }
}

async function call(method: string, path: string, cookie: string, body?: object): Promise<Response> {
  return fetch(new URL(path, app.url), {
    method,
    headers: { origin: app.url, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

// Only Linux reports the memory in /proc.
it.runIf(process.platform === 'linux')(
  'decodes ten parallel uploads of 10 MB one at a time, within the memory limit (attack 13)',
  { tags: ['long'] },
  async () => {
    const files = await Promise.all([
      noise(1860, 1860).png({ compressionLevel: 0 }).toBuffer(),
      // 24 megapixels.
      noise(1500, 1000)
        .resize(6000, 4000)
        .raw()
        .toBuffer({ resolveWithObject: true })
        .then(({ data, info }) => sharp(data, { raw: info }).jpeg({ quality: 80 }).toBuffer()),
    ]);
    for (const file of files) {
      expect(file.length).toBeGreaterThan(8_000_000);
      expect(file.length).toBeLessThan(UPLOAD_MAX_BYTES);
    }

    const signedIn = await call('POST', '/api/dev-login', '');
    const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
    const before = status(app.pid, 'VmRSS');
    let [max, maxPictures] = [0, 0];
    const watch = setInterval(() => {
      const pictures = pictureProcesses().reduce((sum, pid) => sum + held(pid), 0);
      maxPictures = Math.max(maxPictures, pictures);
      max = Math.max(max, held(app.pid) + pictures);
    }, 20);

    const responses = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const { uploadURL } = (await (await call('POST', '/api/avatars/upload', cookie)).json()) as {
          uploadURL: string;
        };
        const sent = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(files[at % 2] as Buffer) });
        expect(sent.status).toBe(200);
        return call('PUT', '/api/profile/avatar', cookie, { avatarUrl: uploadURL });
      }),
    ).finally(() => clearInterval(watch));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const peak = status(app.pid, 'VmHWM');
    const [was, top, all] = [before, peak, max].map((bytes) => `${Math.round(bytes / 1024 / 1024)} MB`);
    console.log(
      `resident memory of the server: ${was} before, ${top} at its peak; held with its picture process: ${all}`,
    );
    expect(peak).toBeLessThan(LIMIT);
    expect(maxPictures).toBeGreaterThan(0);
    expect(max).toBeLessThan(LIMIT);
  },
);
