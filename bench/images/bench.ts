import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { THEME_IDS } from '../../contract/profiles/themes.ts';
import { HOUR } from '../../contract/time.ts';
import { loadRenderer } from '../../server/platform/http/pages/renderer.ts';
import { drawSocialImage } from '../../server/profiles/social-image/draw.ts';
import type { Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { drawnByJobs } from './drawn-by-jobs.ts';

/** Sharing images that are drawn in parallel without the role jobs. */
const LANES = 2;
const MILLION_PER_HOUR = 1_000_000 / HOUR;
/**
 * One sweep schedules 5000 images, and the next one follows after 240 seconds (`server/profiles/social-image/job.ts`).
 */
const ORDERED_PER_HOUR = (5000 * 3600) / 240;

export const about = 'time to redraw the sharing images of a million handles (goal: 24 hours)';
export const options = '--images N        images to draw, in all themes in turn (300)';

/** Draws sharing images, two in parallel and then by the role jobs, and computes the hours for a million. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({ args, options: { images: { type: 'string', default: '300' } } });
  const images = wholeNumber('images', values.images);
  const renderer = await loadRenderer();
  const site = { host: 'bench.example', origin: 'https://bench.example' } as Parameters<typeof drawSocialImage>[2];
  const draw = (number: number) =>
    drawSocialImage(
      renderer,
      {
        username: `person-${number}`,
        displayName: `Person ${number}`,
        picture: null,
        look: null,
        bio: 'Some words about this person, and what they do all day',
        template: THEME_IDS[number % THEME_IDS.length] ?? '',
      },
      site,
    );
  for (let number = 0; number < THEME_IDS.length; number++) await draw(number);

  let next = 0;
  const lane = async () => {
    while (next < images) await draw(next++);
  };
  const begun = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: LANES }, lane));
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000 / images;
  const wallMs = (performance.now() - begun) / images;
  const jobMs = await drawnByJobs(images);
  const cores = Math.min(LANES, availableParallelism());
  return [
    {
      title: `${images} sharing images, ${LANES} at a time`,
      rows: [
        { what: 'CPU of an image, ms', value: cpuMs },
        { what: 'time of an image as measured, ms', value: wallMs },
        { what: 'hours for a million as measured', value: wallMs * MILLION_PER_HOUR },
        { what: `hours for a million on ${cores} cores without other work`, value: (cpuMs / cores) * MILLION_PER_HOUR },
        { what: 'time of an image drawn by the role jobs, ms', value: jobMs },
        { what: 'hours for a million drawn by the role jobs', value: jobMs * MILLION_PER_HOUR },
        { what: 'hours until a million is ordered', value: 1_000_000 / ORDERED_PER_HOUR },
      ],
      notes: [
        'by the role jobs: with the search, the queue, the database and the folder of objects; otherwise the drawing only',
      ],
    },
  ];
}
