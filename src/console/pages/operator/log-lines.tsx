import { Badge, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { listingPage, To } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { localeOf } from '../../words/language.js';

type LogLine = Schemas['LogLine'];

/**
 * Lines of the log, newest first. What the daemon writes there is English in every language, and says so. A list rather than a table, because each event has its own
 * fields.
 */
export function LogLines({ lines }: { lines: readonly LogLine[] }): ReactNode {
  const { t } = useSpeech();
  return (
    <Paper withBorder component="ol" className="plain log" aria-label={t('logs.lines')}>
      {lines.map((line, index) => (
        <li key={`${line.at} ${lines.length - index}`}>
          <LogEntry line={line} />
        </li>
      ))}
    </Paper>
  );
}

function LogEntry({ line }: { line: LogLine }): ReactNode {
  const { t } = useSpeech();
  const { at, level, event, message, feed, connection, run, listing, fields } = line;
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return (
    <>
      <Group gap="xs" wrap="wrap">
        <Text size="xs" c="dimmed" component="span">
          <Exactly at={at} />
        </Text>
        <Badge size="sm" variant="outline" color="gray" className={`log-${level}`}>
          {t(`logs.is.${level}`)}
        </Badge>
        <Text size="sm" fw={600} component="span" lang="en">
          {event}
        </Text>
        {feed !== null && <LogLink href={`/feeds/${feed}`} text={feed} />}
        {connection !== null && <LogLink href={`/connections/${connection}`} text={connection.slice(0, 8)} />}
        {listing !== null && connection !== null && (
          <LogLink href={listingPage({ connection, external_id: listing })} text={listing} />
        )}
        {run !== null && <LogLink href={`/logs?run=${run}`} text={`#${run}`} />}
      </Group>
      {message !== null && (
        <Text size="sm" lang="en">
          {message}
        </Text>
      )}
      {rest.length > 0 && (
        <Muted size="xs" ff="monospace" lang="en">
          {rest.join('  ')}
        </Muted>
      )}
    </>
  );
}

/** A time with seconds; with the date unless it is today. */
function Exactly({ at }: { at: string }): ReactNode {
  const { language, wholeMoment } = useSpeech();
  const then = new Date(at);
  const isToday = then.toDateString() === new Date().toDateString();
  const written = isToday
    ? then.toLocaleTimeString(localeOf[language])
    : then.toLocaleString(localeOf[language], { dateStyle: 'short', timeStyle: 'medium' });
  return (
    <time dateTime={at} title={wholeMoment(at)} className="numeric">
      {written}
    </time>
  );
}

function LogLink({ href, text }: { href: string; text: string }): ReactNode {
  return (
    <To size="xs" href={href} underline="always">
      {text}
    </To>
  );
}
