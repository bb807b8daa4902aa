import { Stack, Title } from '@mantine/core';
export function Page() {
  return (
    <Stack>
      <Title order={1}>Home</Title>
    </Stack>
  );
}
