export type Words<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List;

/** The words of a list that is written as one text. */
export const words = <const List extends string>(list: List) => list.split(' ') as Words<List>[];
