import type { App } from '../../src/assemble.js';
import type { Services } from '../../src/sync/services/services.js';
import type { CauseName } from './causes.js';
import type { Fleet } from './fleet.js';

export interface SimulationOptions {
  /** A known mistake, planted into every life of the daemon. */
  plant?: (services: Services, app: App) => void;
  /** Hours of trouble, before all goes well again. */
  hours?: number;
  /** Hours without any, in which everything must come right. */
  quietHours?: number;
  /** Between the two, one trouble that lasts until something is behind. */
  spells?: boolean;
  /**
   * People write the agencies' contents, with errors: states, prices, currencies, photos, and parts and old copies of their files. What is
   * shown is held against what they wrote.
   */
  contents?: boolean;
  /** The address of an empty store on PostgreSQL; a file without it. */
  store?: string;
  /** So many workers share it; without it a daemon has it for itself. */
  workers?: number;
}

export interface Simulated {
  seed: number;
  violations: string[];
  /** What happened, line by line, for those who look for the mistake. */
  story: string[];
  jobs: number;
  deaths: number;
  requests: number;
  items: number;
  /** How often the sentence of each cause was judged. */
  judged: ReadonlyMap<CauseName, number>;
  /** What happened to the workers: how often one stood still, lost the database, or was refused since another had its lane. */
  fleet?: Fleet['counts'];
}
