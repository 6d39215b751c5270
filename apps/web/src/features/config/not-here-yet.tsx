import { Button } from "@mantine/core";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";

/** In the place of what the device has not received yet, or cannot read: a button that synchronizes again. */
export function NotHereYet({ title, text }: { title: string; text: string }) {
  const localData = useLocalData();
  return (
    <Panel as="div" padding="none">
      <EmptyState
        title={title}
        text={text}
        action={
          <Button variant="secondary" onClick={() => void localData.sync.run()}>
            Try again
          </Button>
        }
      />
    </Panel>
  );
}
