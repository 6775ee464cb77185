/** What a finished backup holds. */
export interface StoreBackup {
  bytes: number;
  feeds: number;
  listings: number;
  /** Of all tables. */
  rows: number;
}
