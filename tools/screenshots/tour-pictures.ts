import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** The screens that docs/tour.md shows. */
export const TOUR = [
  'landing create-available paid-claim sample-profile manage-many editor-blocks editor-own-look handle-mail sending',
  'replies audience analytics team profile-settings admin admin-prices admin-queue status',
].flatMap((line) => line.split(' '));

/** Maximum height of a picture in pixels; longer screens are cropped. */
const HEIGHT = 1000;
const PICTURES = path.join(import.meta.dirname, '../../docs/pictures');

/** Writes the screenshots of `folder` to docs/pictures as WebP, without their lower parts. */
export async function saveTourPictures(folder: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  for (const file of await readdir(folder)) {
    const { name } = path.parse(file);
    const picture = sharp(path.join(folder, file));
    const { width, height } = await picture.metadata();
    await picture
      .extract({ left: 0, top: 0, width, height: Math.min(height, HEIGHT) })
      .webp({ quality: 82, smartSubsample: true })
      .toFile(path.join(PICTURES, `${name.replace('-1280', '')}.webp`));
  }
}
