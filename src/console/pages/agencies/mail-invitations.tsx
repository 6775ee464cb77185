import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { answerOf, api, Refusal, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { actOnEach, ChosenBar, OutcomeText, Refused, type Outcome } from '../../parts/list/chosen.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';

type Agency = Schemas['Agency'];
/** `Why`: what the mail server said, in English. */
type Mailed = Outcome<Agency, string>;

/** Mails each of the chosen agencies an invitation link of its own; then to how many, and why not to the others. */
export function MailInvitations({
  agencies,
  clear,
}: {
  agencies: readonly Agency[];
  clear: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const [outcome, setOutcome] = useState<Mailed | null>(null);
  const act = useAct(() => actOnEach(agencies, mailTo), ['agencies', 'people']);
  const n = agencies.length;
  const without = agencies.filter(({ email }) => !/^[^\s@]+@[^\s@]+$/.test(email));
  return (
    <ChosenBar n={n} clear={clear} outcome={outcome !== null && <Ended outcome={outcome} />}>
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
    </ChosenBar>
  );
}

function Ended({ outcome: { done, failed } }: { outcome: Mailed }): ReactNode {
  const { t } = useSpeech();
  return (
    <OutcomeText
      done={done > 0 ? t('agencies.mail.done', { n: done }) : null}
      failed={failed.map(({ row, why }) => ({
        href: `/agencies/${row.name}`,
        name: row.title,
        why: why instanceof Refusal ? <Refused error={why} /> : <NotMailed problem={why} />,
      }))}
    />
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

async function mailTo({ name }: Agency): Promise<{ why: string } | null> {
  const asked = api.POST('/api/v1/agencies/{name}/invite', {
    params: { path: { name } },
    body: { mail: true },
  });
  const { mailed } = await answerOf(asked);
  return mailed?.ok === true ? null : { why: mailed?.problem ?? '' };
}
