import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { State, Time } from '../../generic/value.js';
import { number } from '../../lib/format.js';
import { Body, Headers } from './http-message.js';
import type { Attempt } from './side.js';

/** Each attempt with what the receiver returned, the latest first. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing was sent yet.
      </Text>
    );
  return (
    <Stack gap="lg">
      {attempts
        .map((attempt, index) => (
          <AttemptView
            key={attempt.id}
            attempt={attempt}
            position={index + 1}
            latest={index === attempts.length - 1}
          />
        ))
        .reverse()}
    </Stack>
  );
}

function AttemptView({ attempt, position, latest }: { attempt: Attempt; position: number; latest: boolean }) {
  const [shown, setShown] = useState(latest);
  const { at, durationMs, outcome, status, error, responseHeaders, responseBody } = attempt;
  const hasResponse = status !== null;
  return (
    <div>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 'min(100%, 24ch)', flex: 1 }}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              Attempt {position}
            </Text>
            <State text={outcome} />
            {hasResponse && <Text size="sm">HTTP {status}</Text>}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            <Time instant={at} /> · {number(durationMs)} ms
          </Text>
          {error && <Text size="sm">{error}</Text>}
        </div>
        {hasResponse && (
          <Button size="compact-sm" variant="subtle" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide the response' : 'Show the response'}
          </Button>
        )}
      </Group>
      {hasResponse && shown && (
        <Stack gap="xs" mt="xs">
          {responseHeaders === null ? (
            <Text size="sm" c="dimmed">
              The response is deleted after 14 days.
            </Text>
          ) : (
            <>
              <Headers headers={responseHeaders} />
              <Body text={responseBody} none="The response has no body." />
            </>
          )}
        </Stack>
      )}
    </div>
  );
}
