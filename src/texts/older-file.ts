/** In the message of a run: the source served a file that is older than the last one. Attention items are found by it. */
export const olderMark = 'is older than the one that was applied last';
