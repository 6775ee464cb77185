/** pino-roll ships without types. Only the part that is used here is declared. */
declare module 'pino-roll' {
  import type { DestinationStream } from 'pino';

  export interface RollOptions {
    /** Path and prefix of the file names; day, number and `.log` are appended. */
    file: string;
    frequency: 'daily';
    dateFormat: string;
    mode: number;
    sync: true;
  }

  export interface RollingStream extends DestinationStream {
    /** `ready`: a file was opened. */
    on(event: 'ready' | 'close', listener: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    end(): void;
  }

  export default function roll(options: RollOptions): Promise<RollingStream>;
}
