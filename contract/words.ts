export type Words<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List;

/** Returns the words of a space-separated list. */
export const words = <const List extends string>(list: List) => list.split(' ') as Words<List>[];
