import { PageHeader } from "#ui/page-header.tsx";

export function UsageReportPage() {
  return <PageHeader title="Usage report" />;
}
