import { CalendarX, Clock, EyeOff, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Block } from '../../../../contract/blocks/blocks.ts';
import { formatNearTime } from '../../../../contract/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { visibilityOf } from '../block-list.ts';

/** Badges that show whether, when and how visitors see a block. Renders nothing for a block that is always shown. */
export function BlockState({ block, now }: { block: Block; now: number }): ReactNode {
  const { from, until, featured } = block;
  const visibility = visibilityOf(block, now);
  const badges: ReactNode[] = [];
  if (visibility === 'hidden') {
    badges.push(
      <Badge key="hidden">
        <EyeOff aria-hidden /> Hidden
      </Badge>,
    );
  }
  if (visibility === 'over') {
    badges.push(
      <Badge key="over" tone="warning">
        <CalendarX aria-hidden /> Ended {formatNearTime(until ?? 0, now)}
      </Badge>,
    );
  }
  if (visibility === 'later') {
    badges.push(
      <Badge key="from" tone="info">
        <Clock aria-hidden /> From {formatNearTime(from ?? 0, now)}
      </Badge>,
    );
  }
  if (visibility !== 'over' && until !== null) {
    badges.push(
      <Badge key="until" tone="info">
        <Clock aria-hidden /> Until {formatNearTime(until ?? 0, now)}
      </Badge>,
    );
  }
  if (featured) {
    badges.push(
      <Badge key="featured" tone="accent">
        <Star aria-hidden /> Featured
      </Badge>,
    );
  }
  return badges.length > 0 && <div className="mt-1 mb-0.5 flex flex-wrap gap-1.5">{badges}</div>;
}
