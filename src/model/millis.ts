/** All times are epoch milliseconds by our clock. */
export type Millis = number;
