import { fstatSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { HANDLE_PICTURE_KINDS } from '../../contract/pictures.ts';
import { encodePicture } from './encode-picture.ts';

// The child process for one picture: the kind as argument, the original on stdin, the result as a message.
const kind = HANDLE_PICTURE_KINDS.find((one) => one === process.argv[2]);
if (!kind || !process.send) throw new Error('picture-process.ts is started by picture-queue.ts');
// Requests have priority.
setPriority(10);
// A file is read into one buffer; a stream would need two.
const original = fstatSync(0).isFile() ? readFileSync(0) : await buffer(process.stdin);
const result = await encodePicture(original, kind);
process.send(result, () => process.disconnect());
