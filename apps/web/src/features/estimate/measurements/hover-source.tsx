import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import { readHoverMeasurements, type ReadMeasurements } from "@ridgebook/estimating";
import { IconHome } from "@tabler/icons-react";
import { useState } from "react";
import classes from "#features/estimate/measurements/populate.module.css";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useMeasurements } from "#local-data/measurements/use-measurements.ts";
import { providerProblemText } from "#server-client/provider-failure.ts";

/** The provider's known failure, else our own: offline, or the server. */
const textOf = (problem: Problem): string => providerProblemText(problem, "Hover") ?? problem.message;

const USE = "Use these measurements";
const NOTHING = "Hover has no measurements of this house yet.";

/** The lead's house at Hover: a button for each of its models, also offline if it was fetched before. */
export function HoverSource({
  leadId,
  jobId,
  onRead,
}: {
  leadId: number;
  jobId: string;
  onRead: (read: ReadMeasurements) => void;
}) {
  const { measurements } = useLocalData();
  const { kept, isWaiting, problem } = useMeasurements({ leadId, jobId });
  const [asked, setAsked] = useState("");
  const models = (kept?.job.models ?? []).filter(({ hasMeasurements }) => hasMeasurements);

  const use = async (modelId: string): Promise<void> => {
    setAsked(modelId);
    try {
      const find = (among: typeof kept) => among?.models.find((model) => model.modelId === modelId);
      const model = find(kept) ?? find(await measurements.fetchOfLead(leadId, { modelId }));
      onRead(model ? readHoverMeasurements(model.document) : { refusal: NOTHING });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      onRead({ refusal: textOf(error) });
    } finally {
      setAsked("");
    }
  };

  return (
    <section className={classes.drop} aria-label="From Hover" aria-busy={isWaiting}>
      <p className="rb-hint">{kept ? `Hover: ${kept.job.name}` : `Hover job ${jobId}`}</p>
      {/* Keeps the button's place, so that nothing below moves while it is pressed. */}
      {isWaiting && models.length === 0 && (
        <Button variant="secondary" loading>
          {USE}
        </Button>
      )}
      {models.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          loading={asked === id}
          disabled={asked !== "" && asked !== id}
          leftSection={<IconHome size={18} stroke={1.75} aria-hidden />}
          onClick={() => void use(id)}
        >
          {models.length > 1 ? `Use ${name}` : USE}
        </Button>
      ))}
      {!isWaiting && models.length === 0 && <p className="rb-hint">{problem ? textOf(problem) : NOTHING}</p>}
    </section>
  );
}
