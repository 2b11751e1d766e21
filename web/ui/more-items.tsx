import { ShowMore } from './show-more.tsx';

interface MoreItemsProps {
  /** A list that is read in pages (useInfiniteQuery). */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** The reason, if the last attempt failed. */
  reason: string;
}

/** Loads the next page of a list. Must directly follow the list element. */
export function MoreItems({ list, reason }: MoreItemsProps) {
  if (!list.hasNextPage) return null;
  return (
    <ShowMore
      busy={list.isFetchingNextPage}
      failed={list.isFetchNextPageError && reason}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
