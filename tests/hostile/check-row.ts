import { assertLinear } from './inputs/growth.ts';
import { shapesOf } from './inputs/shapes.ts';
import { type Rewrite, vocabularyOf } from './inputs/vocabulary.ts';
import type { Row } from './row.ts';

/** The longest input of a short run: a quadratic parser needs seconds for it. */
const SHORT = 256 * 1024;

export interface RowOptions {
  /** All words and frames, up to the accepted length. */
  isLong: boolean;
  rewrite?: Rewrite;
}

/** Throws if the parser of a row is not linear for one of its inputs. */
export async function checkRow(row: Row, { isLong, rewrite }: RowOptions): Promise<void> {
  const [path = '', name = ''] = row.of.split('#');
  const module = (await import(new URL(`../../${path}`, import.meta.url).href)) as Record<string, unknown>;
  const parser = module[name.split('.')[0] ?? ''];
  if (parser === undefined) throw new Error(`${row.of} does not exist`);
  const limit = isLong ? row.limit : Math.min(row.limit, SHORT);
  const shapes = shapesOf(vocabularyOf(row, rewrite), isLong);
  for (const frame of isLong ? row.frames : row.frames.slice(0, 1)) {
    const [before = '', after = ''] = frame.split('{}');
    for (const { name: shape, build } of shapes) {
      try {
        await assertLinear(
          (length) => before + build(length) + after,
          limit,
          (given) => row.run(parser, given),
        );
      } catch (error) {
        throw new Error(`${row.of}, ${shape} in ${JSON.stringify(frame)}`, { cause: error });
      }
    }
  }
}
