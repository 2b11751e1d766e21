import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '../../contract/pictures.ts';

/**
 * Parts files by whether the browser can read them as the pictures they say they are. What is no picture by its type, or
 * too large, is left for the widget to refuse.
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
