import { Button, Group, Paper, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { answerOf, api, Refusal, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { To } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { useReason } from '../../parts/refusal.js';
import { useSpeech } from '../../words/context.js';

type Agency = Schemas['Agency'];

interface Outcome {
  mailed: number;
  /** With why not: a refusal, or what the mail server said, in English. */
  failed: { agency: Agency; why: Refusal | string }[];
}

/** Mails each of the chosen agencies an invitation link of its own; then to how many, and why not to the others. */
export function MailInvitations({
  agencies,
  clear,
}: {
  agencies: readonly Agency[];
  clear: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const act = useAct(() => mailEach(agencies), ['agencies', 'people']);
  const n = agencies.length;
  const without = agencies.filter(({ email }) => !email.includes('@'));
  return (
    <Paper withBorder p="sm" className="chosen" role="region" aria-label={t('listings.chosen', { n })}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {t('listings.chosen', { n })}
        </Text>
        <AskButton
          label={t('agencies.mail', { n: n - without.length })}
          isReady={n > without.length}
          act={act}
          onDone={(found, close) => {
            close();
            setOutcome(found);
          }}
          size="xs"
          variant="default"
        >
          <Text size="sm">{t('agencies.mail.more')}</Text>
          {without.length > 0 && (
            <Text size="sm">
              {t('agencies.mail.without', { names: without.map(({ title }) => title).join(', ') })}
            </Text>
          )}
        </AskButton>
        <Button size="xs" variant="subtle" onClick={clear}>
          {t('listings.clear')}
        </Button>
      </Group>
      {outcome !== null && <Ended outcome={outcome} />}
    </Paper>
  );
}

function Ended({ outcome: { mailed, failed } }: { outcome: Outcome }): ReactNode {
  const { t } = useSpeech();
  return (
    <div role="status">
      {mailed > 0 && <Text size="sm">{t('agencies.mail.done', { n: mailed })}</Text>}
      {failed.length > 0 && (
        <ul className="plain">
          {failed.map(({ agency, why }) => (
            <li key={agency.name}>
              <To size="sm" href={`/agencies/${agency.name}`}>
                {agency.title}
              </To>{' '}
              {why instanceof Refusal ? <Refused error={why} /> : <NotMailed problem={why} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Refused({ error }: { error: Refusal }): ReactNode {
  const { text, details } = useReason()(error);
  return (
    <>
      <Text size="sm" span>
        {text}
      </Text>
      <Muted size="xs">{details.join(' ')}</Muted>
    </>
  );
}

/** The mail server did not take a mail. The link was made all the same. */
export function NotMailed({ problem }: { problem: string | null }): ReactNode {
  const { t, language } = useSpeech();
  return (
    <>
      <Text size="sm" className="mark-bad" component="span">
        {t('invite.not_mailed')}
      </Text>
      {problem !== null && language === 'en' && (
        <Muted size="xs">
          <span lang="en">{problem}</span>
        </Muted>
      )}
    </>
  );
}

/** One request after the other: what is refused for one agency stops none of the others. */
async function mailEach(agencies: readonly Agency[]): Promise<{ data: Outcome; response: Response }> {
  const outcome: Outcome = { mailed: 0, failed: [] };
  for (const agency of agencies) {
    const params = { path: { name: agency.name } };
    try {
      const asked = api.POST('/api/v1/agencies/{name}/invite', { params, body: { mail: true } });
      const { mailed } = await answerOf(asked);
      if (mailed?.ok === true) outcome.mailed++;
      else outcome.failed.push({ agency, why: mailed?.problem ?? '' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome.failed.push({ agency, why: error });
    }
  }
  return { data: outcome, response: new Response() };
}
