import { Button } from "@mantine/core";
import { fullName, idInAddress, isLocalId, Problem } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import classes from "#features/admin/admin.module.css";
import { UserForm } from "#features/admin/user-form.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { MissingRecord } from "#server-client/missing-record.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** One account, or with a negative id a new one (ROUTE-16, ROUTE-17). */
export function UserPage() {
  const { id: idText } = useParams({ from: "/framed/asking/admin/users/$id" });
  const id = idInAddress(idText);
  if (id === undefined || id === 0) return <MissingRecord goTo="/admin/users" />;
  if (!isLocalId(id)) return <KnownUser key={id} id={id} />;
  return (
    <UserFrame title="New user">
      <UserForm user={undefined} />
    </UserFrame>
  );
}

function KnownUser({ id }: { id: number }) {
  const client = useClient();
  const user = useQuery({
    queryKey: ["admin", "user", id],
    queryFn: ({ signal }) => client.call("getUser", { params: { id: String(id) } }, { signal }),
    // What is typed starts from what the server has now, and is not replaced meanwhile.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (user.error instanceof Problem && user.error.code === "notFound") return <MissingRecord goTo="/admin/users" />;
  return (
    <UserFrame title={user.data ? fullName(user.data) : "User"}>
      {user.isPending && <SkeletonRows rows={5} label="Loading the user" />}
      {user.isError && (
        <EmptyState
          title="The user could not be loaded"
          action={
            <Button variant="secondary" onClick={() => void user.refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {user.data && <UserForm user={user.data} />}
    </UserFrame>
  );
}

function UserFrame({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className={`${classes.page} ${classes.formPage}`}>
      <PageHeader title={title} back={<Link to="/admin/users">Users</Link>} />
      <Panel as="div">{children}</Panel>
    </div>
  );
}
