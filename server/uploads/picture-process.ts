import { fstatSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { encodePicture, type PictureShape } from './encode-picture.ts';

// The child process for one picture, with its shape as argument, the original on stdin, and the result as a message.
const [, , shape] = process.argv;
if (!shape || !process.send) throw new Error('picture-process.ts is started by picture-queue.ts');
// Requests have priority.
setPriority(10);
// A file is read into a single buffer; a stream would need two.
const original = fstatSync(0).isFile() ? readFileSync(0) : await buffer(process.stdin);
const result = await encodePicture(original, JSON.parse(shape) as PictureShape);
process.send(result, () => process.disconnect());
