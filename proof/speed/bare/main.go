// Bare is the least that gin can do: a route that answers 304. It is what the view is measured against.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
)

func main() {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET("/v1/games/:id", func(c *gin.Context) {
		c.Header("ETag", c.GetHeader("If-None-Match"))
		c.Status(http.StatusNotModified)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("serves http://%s\n", listener.Addr())
	fmt.Fprintln(os.Stderr, http.Serve(listener, engine))
}
