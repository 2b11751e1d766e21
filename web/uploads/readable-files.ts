import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '../../contract/pictures.ts';

/**
 * Splits files by whether the browser can decode them. Files of other types and files above the size limit count as
 * readable, because the widget itself refuses them.
 */
export async function splitByReadable(files: File[]): Promise<{ readable: File[]; unreadable: File[] }> {
  const checked = await Promise.all(files.map(async (file) => ({ file, passes: await passes(file) })));
  return {
    readable: checked.filter(({ passes }) => passes).map(({ file }) => file),
    unreadable: checked.filter(({ passes }) => !passes).map(({ file }) => file),
  };
}

async function passes(file: File): Promise<boolean> {
  if (file.size > UPLOAD_MAX_BYTES || !(UPLOAD_TYPES as readonly string[]).includes(file.type)) return true;
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
