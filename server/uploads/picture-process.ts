import { fstatSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { encodePicture, type PictureShape } from './encode-picture.ts';

// The child process for one picture: its shape as argument, the original on stdin, the result as a message.
const [, , shape] = process.argv;
if (!shape || !process.send) throw new Error('picture-process.ts is started by picture-queue.ts');
// Requests have priority.
setPriority(10);
// A file is read into one buffer; a stream would need two.
const original = fstatSync(0).isFile() ? readFileSync(0) : await buffer(process.stdin);
const result = await encodePicture(original, JSON.parse(shape) as PictureShape);
process.send(result, () => process.disconnect());
