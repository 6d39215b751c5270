import { PageHeader } from "#ui/page-header.tsx";

export function SectionHelpPage() {
  return <PageHeader title="Section help" />;
}
