import type { DocumentChoices, DocumentSource } from "@ridgebook/documents";

/** Props of every section of the form; `Choices` are those of the kinds that have it. */
export interface ChoicesProps<Choices extends DocumentChoices = DocumentChoices> {
  readonly choices: Choices;
  readonly source: DocumentSource;
  readonly change: (changed: Partial<Omit<Choices, "kind">>) => void;
  readonly errorOf: (field: string) => string | undefined;
  readonly onProblem: (field: string, message: string | undefined) => void;
}
