/** How many heads a list of the best ones names. */
export const kNamed = 5;
