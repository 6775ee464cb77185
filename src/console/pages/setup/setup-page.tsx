import { Alert, Paper, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { usePath } from '../../path.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { AnswerStep } from './answer-step.js';
import { ConnectStep } from './connect-step.js';
import { WhatWasRead } from './what-was-read.js';
import { OwnMapping } from './own-mapping.js';
import { SendStep } from './send-step.js';
import { Sent } from './sent.js';
import { Step, type StepState } from './step.js';
import { TryFile } from './try-file.js';

type Setup = Schemas['Setup'];

/**
 * The setup of an agency, from reading its feed to the portal's first check. Finished steps are stored, so the user can leave the page and
 * continue later.
 */
export default function SetupPage(): ReactNode {
  const { name } = usePath('name');
  return name === '' ? <OwnSetup /> : <SetupOf name={name} />;
}

/** The setup of the user's agency; with several agencies, a list of them. */
function OwnSetup(): ReactNode {
  const { t, told } = useSpeech();
  const agencies = useAnswer(['agencies'], (signal) => api.GET('/api/v1/agencies', { signal }));
  return (
    <Answered question={agencies}>
      {({ agencies: own }) => {
        const [first] = own;
        if (first !== undefined && own.length === 1) return <SetupOf name={first.name} />;
        return (
          <>
            <PageTitle title={t('setup.title')}>{own.length > 0 && t('setup.choose')}</PageTitle>
            {own.length === 0 ? (
              <EmptyPart title={t('setup.none')}>{t('setup.none.more')}</EmptyPart>
            ) : (
              <Stack component="ul" className="plain" gap="sm">
                {own.map(({ name, title, reading }) => (
                  <Paper key={name} component="li" withBorder p="md">
                    <Link href={`/setup/${name}`}>{title}</Link>
                    <Muted>{told(reading.sentence)}</Muted>
                  </Paper>
                ))}
              </Stack>
            )}
          </>
        );
      }}
    </Answered>
  );
}

function SetupOf({ name }: { name: string }): ReactNode {
  const question = useAnswer(['setup', name], (signal) =>
    api.GET('/api/v1/agencies/{name}/setup', { params: { path: { name } }, signal }),
  );
  return <Answered question={question}>{(setup) => <Steps setup={setup} />}</Answered>;
}

const order = ['read', 'connect', 'confirm', 'answer', 'send', 'sent'] as const;

function Steps({ setup }: { setup: Setup }): ReactNode {
  const { t, moment } = useSpeech();
  const { agency, connection, step } = setup;
  const [firstStep] = useState(step);
  const stateOf = (own: (typeof order)[number]): StepState => {
    const distance = order.indexOf(step) - order.indexOf(own);
    return distance > 0 ? 'done' : distance === 0 ? 'now' : 'later';
  };
  const connected =
    connection === null ? undefined : t('setup.connect.done', { at: moment(connection.redeemed_at) });
  const isSent = step === 'sent';
  return (
    <>
      <PageTitle title={agency.title}>{t('setup.title')}</PageTitle>
      <Stack gap="md">
        {setup.progress !== null && (
          <Sent
            progress={setup.progress}
            connection={connection?.id ?? null}
            isFresh={firstStep !== 'sent'}
          />
        )}
        <WhatWasRead setup={setup} />
        {!isSent && <TryFile agency={agency} />}
        {!isSent && setup.own_mapping !== null && <OwnMapping name={agency.name} own={setup.own_mapping} />}
        {!isSent && (
          <Alert role="note" variant="light" icon={<IconShieldCheck aria-hidden />}>
            <Text size="sm">{t('setup.safe')}</Text>
          </Alert>
        )}
        <Stack component="ol" className="plain" gap="sm" aria-label={t('setup.steps')}>
          <Step number={1} title={t('setup.connect')} state={stateOf('connect')} summary={connected}>
            {stateOf('connect') === 'now' ? (
              <ConnectStep name={agency.name} help={setup.connect_help} />
            ) : null}
          </Step>
          <Step
            number={2}
            title={t('setup.answer')}
            state={step === 'confirm' ? 'now' : stateOf('answer')}
            summary={whoItIs(connection)}
          >
            <AnswerStep setup={setup} />
          </Step>
          <Step
            number={3}
            title={t('setup.send')}
            state={isSent ? 'done' : stateOf('send')}
            summary={t('setup.send.done')}
          >
            {isSent ? null : <SendStep setup={setup} />}
          </Step>
        </Stack>
      </Stack>
    </>
  );
}

function whoItIs(connection: Setup['connection']): string | undefined {
  if (connection === null) return undefined;
  const { agency, register_number: register } = connection;
  return register === null ? agency : `${agency} · ${register}`;
}
