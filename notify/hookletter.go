package notify

import (
	"fmt"

	"tender/domain"
)

// sayHook puts a letter about a webhook into words. Of its address it names the host only: the rest may be a secret.
func sayHook(t domain.LetterType, h domain.HookNews, to domain.Account, public string) (subject, first, last string) {
	where := fmt.Sprintf("the webhook of %s to %s (%s)", oneLine(to.Name), oneLine(h.Host), h.Webhook)
	since := h.Since.In(to.ZoneOrUTC()).Format(timeFormat)
	if t == domain.WebhookFailing {
		days := int((domain.HookPatience - domain.HookWarned).Hours() / 24)
		return "A webhook of yours does not answer",
			fmt.Sprintf("Nothing that was sent to %s has been received since %s. Sending is tried further; if nothing is received for another %d days, the webhook is disabled.", where, since, days),
			fmt.Sprintf("What was answered is at %s/v1/me/webhooks/%s/deliveries.", public, h.Webhook)
	}
	why := fmt.Sprintf("nothing that was sent to it has been received since %s", since)
	if h.Why == domain.DisabledGone {
		why = "its receiver answered 410, which means that it wants nothing more"
	}
	return "A webhook of yours is disabled",
		fmt.Sprintf("From now on nothing is sent to %s: %s.", where, why),
		fmt.Sprintf(`To have it told again, from the next notice on, send PATCH %s/v1/me/webhooks/%s with {"enabled": true}. What you missed is in the events of your games.`, public, h.Webhook)
}
