import { Button } from "@mantine/core";
import { hasEveryWord, Problem, type Company, type CompanyId } from "@ridgebook/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Invitations, useInvitations } from "#features/account/invitations.tsx";
import { companyChoice } from "#features/account/company-choice.ts";
import classes from "#features/account/framed-page.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

/** From this many companies on, the list has a search. */
const SEARCH_FROM_COMPANIES = 9;

const needsStep = (error: unknown): boolean => error instanceof Problem && error.code === "twoStepRequired";

/** The companies that the user may work in, and the chosen one (1.§2 Account area). */
export function CompaniesPage() {
  const client = useClient();
  const { companyId, chooseCompany, reportFailure } = useSession();
  const { history } = useRouter();
  const { select } = useSearch({ from: "/framed/asking/account/companies" });
  const [searchText, setSearchText] = useState("");
  const companies = useQuery({
    queryKey: ["companies"],
    queryFn: ({ signal }) => client.call("listCompanies", { query: { active: "true" } }, { signal }),
  });

  const {
    mutate: choose,
    variables: chosenId,
    isPending: isChoosing,
    error: refusal,
  } = useMutation({
    mutationFn: (id: CompanyId) => chooseCompany(id),
    onSuccess: () => history.push("/"),
    onError: (failure) => (needsStep(failure) ? undefined : reportFailure(failure)),
  });

  const invitations = useInvitations();
  const received = invitations.data ?? [];
  // If the invitations cannot be loaded the user goes on: the mail leads here again.
  const isSettled = !invitations.isPending;
  const choice =
    isSettled &&
    companies.data &&
    companyChoice({ select, companyId, companies: companies.data, isInvited: received.length > 0 });
  const isGoingOn = useRef(false);
  useEffect(() => {
    if (!choice || choice.kind === "ask" || isGoingOn.current) return;
    isGoingOn.current = true;
    if (choice.kind === "goOn") history.replace("/");
    else choose(choice.companyId);
  });

  const { error } = companies;
  useEffect(() => {
    if (error) void reportFailure(error);
  }, [error, reportFailure]);

  const shown = (companies.data ?? []).filter(({ name }) => hasEveryWord(name, searchText));
  const withoutStep = needsStep(refusal) ? companies.data?.find(({ id }) => id === chosenId) : undefined;
  return (
    <div className={`${classes.page} rb-headed-by-bar`}>
      <PageHeader title="Select company" />
      <Invitations invitations={received} />
      {withoutStep && <SecondStepNeeded company={withoutStep} />}
      {(companies.data?.length ?? 0) >= SEARCH_FROM_COMPANIES && (
        <SearchField
          aria-label="Search companies"
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          onClear={() => setSearchText("")}
        />
      )}
      <Panel padding="none">
        {companies.isPending && <SkeletonRows rows={3} />}
        {companies.isError && <LoadFailure what="The companies" onRetry={() => void companies.refetch()} />}
        {companies.data?.length === 0 && (
          <EmptyState
            title="No company yet"
            text={
              received.length > 0
                ? "You have one when you accept an invitation."
                : "Your account does not belong to an active company. Ask an administrator to invite you."
            }
          />
        )}
        {companies.data && companies.data.length > 0 && shown.length === 0 && (
          <EmptyState title="No company has this name" />
        )}
        {shown.length > 0 && (
          <ul className="rb-list">
            {shown.map((company) => (
              <CompanyRow
                key={company.id}
                company={company}
                isChosen={company.id === companyId}
                isChoosing={isChoosing && company.id === chosenId}
                onChoose={() => choose(company.id)}
              />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

/** What keeps the user out of the selected company, and how to get in. */
function SecondStepNeeded({ company }: { company: Company }) {
  const { history } = useRouter();
  return (
    <Panel title="A second step is needed">
      <div role="alert" className={classes.form}>
        <p>
          {company.name} asks everybody for a second step at login. Set one up with an authenticator app, then select
          the company again.
        </p>
        <div className={classes.actions}>
          <Button onClick={() => history.push("/account/manage")}>Set up two-step sign-in</Button>
        </div>
      </div>
    </Panel>
  );
}

function CompanyRow({
  company,
  isChosen,
  isChoosing,
  onChoose,
}: {
  company: Company;
  isChosen: boolean;
  isChoosing: boolean;
  onChoose: () => void;
}) {
  return (
    <li className={`rb-row ${classes.row}`} data-chosen={isChosen || undefined}>
      <span className={classes.rowText}>{company.name}</span>
      {isChosen && <Tag tone="neutral">Working here</Tag>}
      <Button
        variant={isChosen ? "secondary" : "outline"}
        aria-label={`${isChosen ? "Continue in" : "Select"} ${company.name}`}
        loading={isChoosing}
        onClick={onChoose}
      >
        {isChosen ? "Continue" : "Select"}
      </Button>
    </li>
  );
}
