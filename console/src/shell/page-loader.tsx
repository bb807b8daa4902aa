import { Center, Loader } from '@mantine/core';

export function PageLoader() {
  return (
    <Center mih={280} role="status" aria-label="Loading">
      <Loader size="sm" />
    </Center>
  );
}
