import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../../api/client.js';
import { CopyLine, CopyText } from '../../parts/copy-line.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useSpeech } from '../../words/context.js';

type Invited = Schemas['AgencyInvited'];

/** Creates invitation links for many agencies, one after the other. The user can stop this; links that were created before stay visible. */
export function InviteAll({ names }: { names: readonly string[] }): ReactNode {
  const { t } = useSpeech();
  const { made, error, isRunning, start, stop } = useInvitations(names);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('agencies.invite.title')}
        </Title>
        <Text size="sm">{t(made.length > 0 ? 'agencies.invite.more' : 'agencies.import.done')}</Text>
        {made.length > 0 && (
          <>
            <Progress value={(100 * made.length) / names.length} aria-hidden />
            <Text size="sm" role="status">
              {t('agencies.invite.progress', { made: made.length, of: names.length })}
            </Text>
          </>
        )}
        <Group gap="sm">
          {made.length < names.length && (
            <Button loading={isRunning} onClick={() => void start()}>
              {t('agencies.invite.all', { n: names.length - made.length })}
            </Button>
          )}
          {isRunning && (
            <Button variant="default" onClick={stop}>
              {t('do.cancel')}
            </Button>
          )}
          {made.length > 0 && <CopyText text={asLines(made)} label={t('agencies.invite.copy_all')} />}
        </Group>
        <FormFailure error={error} />
        {made.map(({ agency, link }) => (
          <CopyLine key={agency.name} label={t('agencies.invite.link', { name: agency.title })} text={link} />
        ))}
      </Stack>
    </Paper>
  );
}

function useInvitations(names: readonly string[]): {
  made: readonly Invited[];
  error: Error | null;
  isRunning: boolean;
  start: () => Promise<void>;
  stop: () => void;
} {
  const queries = useQueryClient();
  const [made, setMade] = useState<readonly Invited[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stopping = useRef<AbortController>(null);
  const start = async (): Promise<void> => {
    const stopped = new AbortController();
    stopping.current = stopped;
    setError(null);
    setRunning(true);
    const has = new Set(made.map(({ agency }) => agency.name));
    try {
      for (const name of names.filter((each) => !has.has(each))) {
        if (stopped.signal.aborted) break;
        const invited = await answerOf(
          api.POST('/api/v1/agencies/{name}/invite', { params: { path: { name } }, body: {} }),
        );
        setMade((former) => [...former, invited]);
      }
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    }
    setRunning(false);
    await queries.invalidateQueries({ queryKey: ['agencies'] });
  };
  const stop = (): void => stopping.current?.abort();
  return { made, error, isRunning, start, stop };
}

/** A line for each agency with its title, e-mail address and link, separated by tabs, to paste into a spreadsheet. */
function asLines(made: readonly Invited[]): string {
  return made.map(({ agency, link }) => [agency.title, agency.email, link].join('\t')).join('\n');
}
