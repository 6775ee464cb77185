import type { AgencyReading } from '../../core/setup/agency-reading.js';
import type { Sentence } from '../../model/sentence.js';
import type { KeptFile, SetupRecord } from '../../store/store.js';

/** What reading an agency's feed came to. */
export interface AgencyRead {
  reading: AgencyReading;
  /** Null where no file could be had. */
  keptFile: KeptFile | null;
  /** Where something was found out: its feed as it is read from now on. */
  feed?: Record<string, unknown>;
  /** The first line of an exception that ended the reading: it is tried again. */
  exception?: string | null;
}

/** What setting up needs of the configuration and its mappings; assembled in one place. */
export interface SetupServices {
  /** Null where an agency may have this feed; else why not. @param overNetwork it may name no files of this machine */
  whyNotFeed(
    name: string,
    document: Readonly<Record<string, unknown>>,
    overNetwork: boolean,
  ): Promise<Sentence | null>;
  /** Reads an agency's feed and tries its mapping on it; nothing is stored but the file. */
  read(agency: SetupRecord): Promise<AgencyRead>;
  /** Whose feed is being read now, and how many of its records were. */
  underWay(): { name: string; records: number } | null;
  /** Tells who watches. */
  changed(name: string): void;
}
