/** Size of a finished backup, and the number of rows in it. */
export interface StoreBackup {
  bytes: number;
  feeds: number;
  listings: number;
  /** Rows of all tables. */
  rows: number;
}
