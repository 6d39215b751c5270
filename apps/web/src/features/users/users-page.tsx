import { PageHeader } from "#ui/page-header.tsx";

export function UsersPage() {
  return <PageHeader title="Users" />;
}
