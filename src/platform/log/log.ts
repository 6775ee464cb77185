import { pino, destination, type DestinationStream, type Logger } from 'pino';

/** Values are ids and numbers only: never names, phones, titles, URLs with credentials or raw feed text. */
type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Messages are static texts; variables are fields. Only orchestrators log; the layers below return what went wrong. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with these fields on every line. */
  scope(fields: LogFields): Log;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** JSON lines on stderr. */
export function createLog(level: LogLevel): Log {
  return logTo(destination({ fd: 2, sync: true }), level);
}

/** JSON lines on a stream. It must write synchronously, so that no line is lost when the process ends. */
export function logTo(stream: DestinationStream, level: LogLevel): Log {
  return wrap(pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream));
}

/** Writes each line to both logs. */
export function logToBoth(one: Log, other: Log): Log {
  const both =
    (level: Exclude<keyof Log, 'scope'>) =>
    (message: string, fields?: LogFields): void => {
      one[level](message, fields);
      other[level](message, fields);
    };
  return {
    debug: both('debug'),
    info: both('info'),
    warn: both('warn'),
    error: both('error'),
    scope: (fields) => logToBoth(one.scope(fields), other.scope(fields)),
  };
}

/** A log that writes nothing. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  scope: () => silentLog,
};

function wrap(logger: Logger): Log {
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
    scope: (fields) => wrap(logger.child(fields)),
  };
}
